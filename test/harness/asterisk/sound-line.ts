import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Sends and receives RTP on the loopback, as silence in G.711. */
export async function openSoundLine(address = '127.0.0.1') {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  const { port } = socket.address()
  let received = 0
  let sequence = 0
  let timer: NodeJS.Timeout | undefined
  socket.on('message', () => {
    received += 1
  })
  return {
    /** The description of a call that says that the phone is elsewhere. */
    describe: (elsewhere: string) =>
      [
        'v=0',
        `o=- 1 1 IN IP4 ${elsewhere}`,
        's=-',
        `c=IN IP4 ${elsewhere}`,
        't=0 0',
        `m=audio ${port} RTP/AVP 0`,
        'a=rtpmap:0 PCMU/8000',
        '',
      ].join('\r\n'),
    received: () => received,
    /** Sends to where the other end wants it, every 20 ms. */
    sendTo(sdp: string): void {
      const target = Number(/^m=audio (\d+)/m.exec(sdp)![1])
      timer = setInterval(() => {
        sequence += 1
        const packet = Buffer.alloc(172, 0xff)
        packet.writeUInt16BE(0x8000, 0)
        packet.writeUInt16BE(sequence, 2)
        packet.writeUInt32BE(sequence * 160, 4)
        packet.writeUInt32BE(port, 8)
        socket.send(packet, target, '127.0.0.1')
      }, 20)
    },
    close(): void {
      clearInterval(timer)
      socket.close()
    },
  }
}
