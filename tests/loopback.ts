import { spawnSync } from "node:child_process";
import { connect, createServer } from "node:net";

/**
 * Tests that talk to servers of their own need the loopback interface. In a network namespace
 * without any network (`unshare -n npm test`) it exists, but is down: bring it up there.
 */
export async function setup(): Promise<void> {
  if (await loopbackWorks()) return;
  spawnSync("ip", ["link", "set", "lo", "up"]);
  if (await loopbackWorks()) return;
  throw new RangeError(
    "The loopback interface is down, and some tests talk to servers of their own on 127.0.0.1. Bring it up: ip link set lo up.",
  );
}

function loopbackWorks(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.end());
    const end = (works: boolean): void => {
      server.close();
      resolve(works);
    };
    server.once("error", () => end(false));
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.destroy();
        end(true);
      });
      socket.once("error", () => end(false));
    });
  });
}
