// Lines between browser and server: one that can fall silent, on which what is sent goes nowhere
// and nothing comes back, as on a dead mobile connection, where a cut one fails at once; and one
// that is slow and long, as in Kano.
import { createServer as createHttpServer, type Server as HttpServer, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The server that a line leads to, or a line before it. */
type Far = { url: string }
export type SilentLine = Awaited<ReturnType<typeof silentLine>>
export type SlowLine = Awaited<ReturnType<typeof slowLine>>
export type WrittenLine = Awaited<ReturnType<typeof writtenLine>>
/** Bits per second in each direction, and milliseconds per round trip. */
export type Speed = { bits: number; roundTrip: number }

/** Listens on its own address and passes everything on to the server. */
export async function silentLine(server: Far) {
  const { hostname, port } = new URL(server.url)
  const sockets = new Set<Socket>()
  let silent = false
  const listener = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (part) => silent || to.write(part))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const url = await addressOf(listener)
  const own = Number(new URL(url).port)
  return {
    url,
    fallSilent: () => {
      silent = true
    },
    close: async () => {
      if (listener.listening) await closeAll(listener, sockets)
    },
    /** Stands again where it was. */
    open: () => new Promise<void>((resolve) => listener.listen(own, '127.0.0.1', resolve)),
  }
}

/**
 * Listens on its own address and passes everything on to the server at a limited speed. `bits` is
 * the rate per second in each direction, shared by all connections. `roundTrip` is in milliseconds;
 * opening a connection takes one more. Counts the bytes.
 */
export async function slowLine(server: Far, { bits, roundTrip }: Speed) {
  const { hostname, port } = new URL(server.url)
  const sockets = new Set<Socket>()
  const up = direction(bits, roundTrip / 2)
  const down = direction(bits, roundTrip / 2)
  const listener = createServer((near) => {
    near.pause()
    // The handshake of a real connection.
    setTimeout(() => {
      const far = connect({ port: Number(port), host: hostname, noDelay: true })
      for (const [from, to, way] of [
        [near, far, up],
        [far, near, down],
      ] as const) {
        sockets.add(from)
        way.carry(from, to)
        from.on('error', () => undefined)
        from.on('close', () => sockets.delete(from))
      }
    }, roundTrip)
  })
  listener.on('connection', (near) => near.setNoDelay(true))
  return {
    url: await addressOf(listener),
    /** Bytes carried since the last look, up and down. */
    look: () => ({ up: up.look(), down: down.look() }),
    close: async () => {
      if (listener.listening) await closeAll(listener, sockets)
    },
  }
}

/** As much as a packet of a mobile network carries. */
const PACKET = 1_400
/** A sender waits when this many of its bytes are in transfer. */
const MOST = 64 * 1024

type Carried = { from: Socket; to: Socket; packets: Buffer[]; size: number }

/** One direction of a slow connection: connections take turns, packet by packet. */
function direction(bits: number, delay: number) {
  const waiting: Carried[] = []
  let carried = 0
  let freeAt = 0
  let busy = false

  function next() {
    const one = waiting.shift()
    busy = one !== undefined
    const packet = one?.packets.shift()
    if (!one || !packet) return
    if (one.packets.length > 0) waiting.push(one)
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (packet.length * 8_000) / bits
    setTimeout(() => {
      one.size -= packet.length
      if (one.size < MOST) one.from.resume()
      setTimeout(() => one.to.write(packet), delay)
      next()
    }, freeAt - now)
  }

  return {
    carry(from: Socket, to: Socket) {
      const one: Carried = { from, to, packets: [], size: 0 }
      from.on('data', (part) => {
        carried += part.length
        if (one.packets.length === 0) waiting.push(one)
        for (let at = 0; at < part.length; at += PACKET) {
          one.packets.push(part.subarray(at, at + PACKET))
        }
        one.size += part.length
        if (one.size >= MOST) from.pause()
        if (!busy) next()
      })
      from.resume()
      // Packets in transfer arrive first.
      const end = () => {
        if (one.packets.length > 0) setTimeout(end, 50)
        else setTimeout(() => to.end(), delay + 50)
      }
      from.on('close', end)
      from.on('end', end)
    },
    look() {
      const bytes = carried
      carried = 0
      return bytes
    },
  }
}

async function addressOf(listener: Server | HttpServer) {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

async function closeAll(listener: Server | HttpServer, sockets: Set<Socket>) {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => listener.close(resolve))
}

/**
 * Listens on an address of its own and passes requests on to the server's. Writes down which were made, and
 * which errors the app reported. Can be cut, and stand again where it was.
 */
export async function writtenLine(server: Far) {
  const { hostname, port } = new URL(server.url)
  const sockets = new Set<Socket>()
  let asked: string[] = []
  const errors: string[] = []
  const listener = createHttpServer((near, answer) => {
    asked.push(near.url ?? '')
    if (near.url === '/api/v1/client-errors') {
      let text = ''
      near.on('data', (part) => {
        text += part
      })
      near.on('end', () => errors.push(text))
    }
    const { method, headers, url: path } = near
    const far = request({ hostname, port, method, headers, path }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    near.pipe(far)
  })
  listener.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  const url = await addressOf(listener)
  const own = Number(new URL(url).port)
  return {
    url,
    /** The paths of all requests, oldest first. */
    asked: () => asked,
    errors: () => errors,
    forget: () => {
      asked = []
    },
    close: async () => {
      if (listener.listening) await closeAll(listener, sockets)
    },
    open: () => new Promise<void>((resolve) => listener.listen(own, '127.0.0.1', resolve)),
  }
}
