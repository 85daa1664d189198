import { crc32, deflateSync } from 'node:zlib'
import type { DemoPerson } from './demo-conversations.ts'

const SIZE = 256

type Colour = readonly [red: number, green: number, blue: number]

interface Face {
  background: Colour
  skin: Colour
  hair: Colour
  shirt: Colour
  /** where the fringe ends, in the coordinates of the drawing */
  fringe?: number
  isLong?: boolean
  hasBeard?: boolean
  hasGlasses?: boolean
}

const DARK: Colour = [45, 38, 48]

const faces: Record<DemoPerson, Face> = {
  ada: {
    background: [205, 214, 255],
    skin: [244, 208, 178],
    hair: [92, 58, 38],
    shirt: [59, 91, 255],
    isLong: true,
  },
  ben: {
    background: [255, 226, 190],
    skin: [124, 80, 56],
    hair: [34, 28, 28],
    shirt: [214, 96, 52],
    hasBeard: true,
  },
  cleo: {
    background: [214, 240, 220],
    skin: [226, 178, 140],
    hair: [176, 60, 44],
    shirt: [36, 120, 92],
    isLong: true,
    hasGlasses: true,
  },
  gus: {
    background: [236, 236, 214],
    skin: [250, 218, 190],
    hair: [214, 186, 120],
    shirt: [112, 132, 60],
    fringe: -0.38,
  },
  mei: {
    background: [252, 216, 228],
    skin: [246, 212, 180],
    hair: [30, 26, 34],
    shirt: [170, 52, 110],
    isLong: true,
    fringe: -0.2,
  },
  omar: {
    background: [206, 234, 240],
    skin: [196, 146, 106],
    hair: [40, 32, 30],
    shirt: [30, 104, 128],
    hasBeard: true,
    hasGlasses: true,
  },
  lena: {
    background: [232, 220, 248],
    skin: [252, 222, 198],
    hair: [232, 200, 120],
    shirt: [108, 76, 168],
    isLong: true,
  },
}

/** A drawn face for each person of the demo, PNG. */
export function drawDemoFace(person: DemoPerson): Buffer {
  const face = faces[person]
  const palette = [face.background, face.skin, face.hair, face.shirt, DARK]
  const rows = Buffer.alloc(SIZE * (SIZE + 1))
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      // The first byte of a row names its filter: none.
      rows[row * (SIZE + 1) + 1 + column] = colourAt(face, (2 * column) / SIZE - 1, (2 * row) / SIZE - 1)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The places in the palette. */
const background = 0
const skin = 1
const hair = 2
const shirt = 3
const dark = 4

/** The index of the colour at a point: from -1 to 1, with y downwards. */
function colourAt({ fringe = -0.3, isLong, hasBeard, hasGlasses }: Face, x: number, y: number): number {
  const isIn = (atX: number, atY: number, width: number, height: number) =>
    ((x - atX) / width) ** 2 + ((y - atY) / height) ** 2 < 1
  const side = Math.abs(x)
  const toEye = Math.hypot(side - 0.17, y + 0.04)
  const toMouth = Math.hypot(x, y - 0.1)
  if (isIn(0, -0.05, 0.42, 0.5)) {
    if (toEye < 0.045 || (hasGlasses && Math.abs(toEye - 0.12) < 0.016)) return dark
    if (y > 0.16 && Math.abs(toMouth - 0.16) < 0.022) return dark
    if (y < fringe + 0.25 * side * side) return hair
    if (hasBeard && y > 0.12 && toMouth > 0.21) return hair
    return skin
  }
  if (y < fringe + 0.1 && isIn(0, -0.12, 0.48, 0.55)) return hair
  if (side < 0.16 && y > 0.3 && y < 0.62) return skin
  if (isIn(0, 1.1, 0.8, 0.58)) return shirt
  if (isLong && y < 0.55 && isIn(0, 0.02, 0.56, 0.68)) return hair
  return background
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
