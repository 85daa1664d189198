import type { Socket } from 'socket.io'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'

/** Missing in the published types, but part of the published behaviour. */
interface Connection {
  /** packets that the transport has not accepted */
  writeBuffer: readonly { data?: unknown }[]
  /** of a WebSocket: bytes that the network has not accepted; polling has none */
  transport: { socket?: { bufferedAmount?: number } }
}

/** What is still unsent because the client reads too slowly, or not at all. */
export function unsent(socket: Socket): { packets: number; bytes: number } {
  const { writeBuffer, transport } = uncheckedCast<Connection>(socket.conn)
  let bytes = transport.socket?.bufferedAmount ?? 0
  for (const { data } of writeBuffer) if (typeof data === 'string') bytes += data.length
  return { packets: writeBuffer.length, bytes }
}
