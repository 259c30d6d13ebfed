// A line between browser and server that can fall silent: what is sent goes nowhere and
// nothing comes back, as on a dead mobile connection, where a cut one fails at once.
import { connect, createServer } from 'node:net'

/** Listens on an address of its own and passes on to the server's. */
export async function silentLine(server) {
  const { hostname, port } = new URL(server.url)
  const sockets = new Set()
  let silent = false
  const listener = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from)
      from.on('data', (part) => silent || to.write(part))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${listener.address().port}`,
    fallSilent: () => {
      silent = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
