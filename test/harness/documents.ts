import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PDF written by hand: each page shows its number. */
export function makePdf(pages = 1, text = 'Page'): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const kids: string[] = []
  for (let page = 1; page <= pages; page += 1) {
    const drawing = `BT /F 48 Tf 72 650 Td (${text} ${page}) Tj ET`
    objects.push(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
    )
    kids.push(`${objects.length} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Coloured, unlike what a fax machine takes. */
export const makeTiff = (pages = 1) => convert(makePdf(pages), ['-sDEVICE=tiff24nc', '-r40'])

/** As a fax machine sends it. */
export const makeFaxTiff = (pages = 1) =>
  convert(makePdf(pages), ['-sDEVICE=tiffg4', '-r204x196', '-g1728x2292', '-dFIXEDMEDIA', '-dPDFFitPage'])

function convert(pdf: Buffer, options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-document-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    execFileSync(
      'gs',
      ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', ...options, '-sOutputFile=out.tiff', 'in.pdf'],
      {
        cwd: folder,
      },
    )
    return readFileSync(join(folder, 'out.tiff'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What tiffinfo says of each page. */
export function describeTiff(tiff: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-document-'))
  try {
    writeFileSync(join(folder, 'in.tiff'), tiff)
    const text = execFileSync('tiffinfo', ['in.tiff'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    return text.split(/^TIFF Directory at/m).slice(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The pages as pictures: one byte for each dot, 1 is black. */
export function bitmapsOf(tiff: Buffer): { width: number; height: number; dots: Buffer }[] {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-document-'))
  try {
    writeFileSync(join(folder, 'in.tiff'), tiff)
    const run = (program: string, args: string[]) =>
      execFileSync(program, args, { cwd: folder, stdio: 'pipe' })
    run('tiff2pdf', ['-o', 'in.pdf', 'in.tiff'])
    const options = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pgmraw', '-r204x196']
    run('gs', [...options, '-sOutputFile=page%03d.pgm', 'in.pdf'])
    const names = readdirSync(folder).filter((name) => name.startsWith('page'))
    return names.sort().map((name) => {
      const file = readFileSync(join(folder, name))
      const [header, width, height] = /^P5\n(?:#.*\n)?(\d+) (\d+)\n255\n/.exec(
        file.toString('latin1', 0, 100),
      )!
      const dots = file.subarray(header.length).map((shade) => (shade < 128 ? 1 : 0))
      return { width: Number(width), height: Number(height), dots: Buffer.from(dots) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const packages = { gs: 'ghostscript', tiffinfo: 'libtiff-tools', tiff2pdf: 'libtiff-tools' }

const missing = Object.entries(packages).filter(
  ([program]) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0,
)

/** For the title of a suite that is skipped: what to install. Empty when all is there. */
export const missingDocumentPrograms =
  missing.length === 0
    ? ''
    : ` (skipped, install the Debian package ${[...new Set(missing.map(([, name]) => name))].join(', ')})`
if (missingDocumentPrograms !== '') console.warn(`Tests of documents are skipped${missingDocumentPrograms}`)
