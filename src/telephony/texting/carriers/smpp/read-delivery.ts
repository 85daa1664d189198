import type { Pdu } from 'smpp'
import { normalizeNumber } from '../../../normalize-number.ts'
import { rawSmpp } from './raw-smpp.ts'

/** An inbound text, or a part of one. */
export interface Delivery {
  readonly from: string
  readonly to: string
  /** undefined if it is not a readable text */
  readonly text: string | undefined
  /** the SMSC's id, if there is one */
  readonly name: string | undefined
  /** the sender's reference, if there is one: the same when the SMSC sends it again */
  readonly reference: string
  readonly part: { readonly number: number; readonly total: number } | undefined
}

const INTERNATIONAL = 1
const HAS_HEADER = 0x40

export function readDelivery(pdu: Pdu, defaultCountry: string): Delivery {
  const short = pdu.short_message ?? Buffer.alloc(0)
  const content = short.length > 0 ? short : (pdu.message_payload ?? short)
  const { header, body } = splitHeader(content, ((pdu.esm_class ?? 0) & HAS_HEADER) !== 0)
  const parts = partOfHeader(header) ?? partOfOptions(pdu)
  return {
    from: readAddress(pdu.source_addr ?? '', pdu.source_addr_ton ?? 0, defaultCountry),
    to: readAddress(pdu.destination_addr ?? '', pdu.dest_addr_ton ?? 0, defaultCountry),
    text: decodeText(pdu.data_coding ?? 0, body),
    name: printable(pdu.receipted_message_id),
    reference: `${parts?.reference ?? ''}/${pdu.user_message_reference ?? ''}`,
    part: parts && { number: parts.number, total: parts.total },
  }
}

/** Strings without their closing null byte run into the next field. */
export function printable(option: string | undefined): string | undefined {
  const text = option?.split(/[^\x20-\x7e]/, 1)[0]
  return text === '' ? undefined : text
}

/** Short codes and alphanumeric senders stay as they are. */
function readAddress(address: string, typeOfNumber: number, defaultCountry: string): string {
  if (typeOfNumber === INTERNATIONAL && /^\d/.test(address)) return `+${address}`
  // Many SMSCs do not mark international numbers.
  return normalizeNumber(address, defaultCountry) ?? normalizeNumber(`+${address}`) ?? address
}

function splitHeader(content: Buffer, hasHeader: boolean): { header: Buffer; body: Buffer } {
  const length = hasHeader && content.length > 0 ? content[0]! + 1 : 0
  if (length > content.length) return { header: Buffer.alloc(0), body: content }
  return { header: content.subarray(1, Math.max(length, 1)), body: content.subarray(length) }
}

interface Part {
  readonly reference: number
  readonly number: number
  readonly total: number
}

/** Header elements: identifier, length, data. 0 and 8 identify the part, with a reference of one or two bytes. */
function partOfHeader(header: Buffer): Part | undefined {
  for (let at = 0; at + 1 < header.length; at += 2 + header[at + 1]!) {
    const data = header.subarray(at + 2, at + 2 + header[at + 1]!)
    if (header[at] === 0 && data.length === 3) return checkPart(data[0]!, data[1]!, data[2]!)
    if (header[at] === 8 && data.length === 4) return checkPart(data.readUInt16BE(0), data[2]!, data[3]!)
  }
  return undefined
}

function partOfOptions(pdu: Pdu): Part | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: number } = pdu
  if (reference === undefined || total === undefined || number === undefined) return undefined
  return checkPart(reference, total, number)
}

/** An invalid part is taken as a whole text. */
function checkPart(reference: number, total: number, number: number): Part | undefined {
  return total > 1 && number >= 1 && number <= total ? { reference, number, total } : undefined
}

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
