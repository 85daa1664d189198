import { rawSmpp } from './raw-smpp.ts'

/** The text of bytes in a data coding; undefined for pictures, ring tones and alphabets that we cannot read. */
export function decodeText(dataCoding: number, bytes: Buffer): string | undefined {
  // A zero character cannot be stored: the text would be refused, and come again for ever.
  return decode(dataCoding, bytes)?.replaceAll('\0', '')
}

function decode(dataCoding: number, bytes: Buffer): string | undefined {
  switch (alphabet(dataCoding)) {
    case 'gsm':
      // An escape that means nothing is left out, and the letter after it stands for itself.
      return rawSmpp.encodings.ASCII.decode(bytes).replaceAll('\x1b', '')
    case 'latin1':
      return bytes.toString('latin1')
    case 'ucs2':
      return Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le')
    default:
      return undefined
  }
}

function alphabet(dataCoding: number): 'gsm' | 'latin1' | 'ucs2' | undefined {
  if (dataCoding === 0) return 'gsm'
  if (dataCoding === 1 || dataCoding === 3) return 'latin1'
  if (dataCoding === 8) return 'ucs2'
  // Above are the groups of GSM 03.38, which some SMSCs pass on as they are.
  if (dataCoding < 0x10) return undefined
  if (dataCoding >= 0xf0) return dataCoding & 0x04 ? undefined : 'gsm'
  if (dataCoding >= 0xe0) return 'ucs2'
  if (dataCoding >= 0xc0) return 'gsm'
  const bits = dataCoding & 0x0c
  return bits === 0x08 ? 'ucs2' : bits === 0 ? 'gsm' : undefined
}
