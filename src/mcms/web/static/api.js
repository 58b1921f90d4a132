// Requests to the server: JSON, and streams of server-sent events that end when their signal is aborted.

/** What the server refused, in its own sentence. */
export class Problem extends Error {}

/** Nobody can tell whether the server did what it was asked: it went away before it answered. */
export class Unanswered extends Problem {}

/** Send a request and return its JSON answer; a body makes it a POST. */
export async function request(path, body) {
  const response = await send(path, body);
  try {
    return await response.json();
  } catch {
    throw new Unanswered("The connection broke off.");
  }
}

/** Send a POST and call `receive(name, data)` for each event of the answer. */
export async function follow(path, body, signal, receive) {
  const response = await send(path, body ?? {}, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await read(reader);
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) dispatch(block, receive);
  }
}

export function wasAborted(error) {
  return error.name === "AbortError";
}

async function send(path, body, signal) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(`api/${path}`, body === undefined ? { signal } : { ...post, signal });
  } catch (error) {
    if (wasAborted(error)) throw error;
    throw new Unanswered("The server does not answer. Is mcms serve still running?");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Problem(answer.error ?? `The server answered ${response.status}.`);
}

async function read(reader) {
  try {
    return await reader.read();
  } catch (error) {
    if (wasAborted(error)) throw error;
    throw new Unanswered("The connection broke off.");
  }
}

function dispatch(block, receive) {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  if (fields.event) receive(fields.event, JSON.parse(fields.data));
}
