import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture with colours that differ from place to place. */
export async function photo(
  width: number,
  height: number,
  options: { turned?: boolean } = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 31 + (index >> 7)) % 256
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  if (!options.turned) return picture.jpeg().toBuffer()
  return picture
    .withExif({
      IFD0: { Copyright: 'SECRET-OWNER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Two pictures, one after the other. */
export async function animatedGif(width: number, height: number, frames = 2): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7) % 256
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array(frames).fill(100) })
    .toBuffer()
}

/** A few bytes that say they are a picture of this size. */
export function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
