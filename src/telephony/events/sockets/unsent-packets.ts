import type { Socket } from 'socket.io'

/** Not part of the published types, but of the published behaviour. */
interface Connection {
  /** packets that the transport has not taken */
  writeBuffer: readonly { data?: unknown }[]
  /** of a websocket: what the network has not taken; polling has none */
  transport: { socket?: { bufferedAmount?: number } }
}

/** What has not gone out yet: the client reads too slowly, or not at all. */
export function unsent(socket: Socket): { packets: number; bytes: number } {
  const { writeBuffer, transport } = socket.conn as unknown as Connection
  let bytes = transport.socket?.bufferedAmount ?? 0
  for (const { data } of writeBuffer) if (typeof data === 'string') bytes += data.length
  return { packets: writeBuffer.length, bytes }
}
