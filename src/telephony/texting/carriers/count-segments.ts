import { splitText } from './smpp/split-text.ts'

export interface SegmentCount {
  readonly segments: number
  readonly encoding: 'GSM-7' | 'UCS-2'
}

/** As many as would be submitted, since the same splitting is counted. An empty text is one. */
export function countSegments(text: string): SegmentCount {
  const { encoding, parts } = splitText(text)
  return { segments: parts.length, encoding }
}
