// Tabs that show the same game tell each other when it goes on; one that comes back to the front looks for itself.

export class Tabs {
  constructor(game, hear) {
    this.channel = new BroadcastChannel(`mcms-game-${game}`);
    this.channel.onmessage = hear;
    this.seen = () => {
      if (document.visibilityState === "visible") hear();
    };
    document.addEventListener("visibilitychange", this.seen);
  }

  tell() {
    this.channel.postMessage("gone on");
  }

  close() {
    this.channel.close();
    document.removeEventListener("visibilitychange", this.seen);
  }
}
