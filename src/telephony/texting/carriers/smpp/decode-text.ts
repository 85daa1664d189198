import { rawSmpp } from './raw-smpp.ts'

/** Decodes a text; undefined for pictures, ring tones and unknown alphabets. */
export function decodeText(dataCoding: number, bytes: Buffer): string | undefined {
  // A null character cannot be stored: the text would be refused and sent again for ever.
  return decode(dataCoding, bytes)?.replaceAll('\0', '')
}

function decode(dataCoding: number, bytes: Buffer): string | undefined {
  switch (alphabet(dataCoding)) {
    case 'gsm':
      // An unknown escape is dropped, and the character after it is taken literally.
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
  // Higher values are the coding groups of GSM 03.38, which some SMSCs pass through.
  if (dataCoding < 0x10) return undefined
  if (dataCoding >= 0xf0) return dataCoding & 0x04 ? undefined : 'gsm'
  if (dataCoding >= 0xe0) return 'ucs2'
  if (dataCoding >= 0xc0) return 'gsm'
  const bits = dataCoding & 0x0c
  return bits === 0x08 ? 'ucs2' : bits === 0 ? 'gsm' : undefined
}
