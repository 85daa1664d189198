const MAX_MESSAGE_LENGTH = 65_536

/** Splits a stream of netstrings (`5:hello,`) into messages. Throws on anything else, or if one is too long. */
export function createNetstringReader(onMessage: (message: string) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      const colon = rest.subarray(0, 8).indexOf(':')
      if (colon < 0) {
        if (rest.length >= 8) throw new Error('This is not a netstring')
        return
      }
      const length = Number(rest.subarray(0, colon).toString('latin1'))
      if (!Number.isInteger(length) || length > MAX_MESSAGE_LENGTH) throw new Error('This is not a netstring')
      const end = colon + 1 + length
      if (rest.length <= end) return
      onMessage(rest.subarray(colon + 1, end).toString('utf8'))
      rest = rest.subarray(end + 1)
    }
  }
}
