import { splitText } from './smpp/split-text.ts'

export interface SegmentCount {
  readonly segments: number
  readonly encoding: 'GSM-7' | 'UCS-2'
}

/** Counts the parts that would be submitted. An empty text has one. */
export function countSegments(text: string): SegmentCount {
  const { encoding, parts } = splitText(text)
  return { segments: parts.length, encoding }
}
