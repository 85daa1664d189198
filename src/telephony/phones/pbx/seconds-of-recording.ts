/** A WAV file of 16 bits at 8 kHz: a header, then the samples. */
const HEADER_BYTES = 44
const BYTES_PER_SECOND = 16_000

/** The length of what the PBX has recorded. */
export const secondsOfRecording = ({ length }: Buffer): number =>
  Math.round(Math.max(0, length - HEADER_BYTES) / BYTES_PER_SECOND)
