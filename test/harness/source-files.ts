import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface Source {
  /** from the project's folder */
  path: string
  text: string
  /** without comments */
  code: string
  imports: { path: string; isType: boolean }[]
}

export const sourcePaths = listFiles('src').filter((path) => !path.endsWith('.test.ts'))
/** the files of src, without tests */
export const sources = sourcePaths.map(readSource)

/** `chat`, `telephony`, `platform`, ... */
export const layerOf = (path: string) => path.split('/')[1]!

export function listFiles(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path))
}

export function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const imports = [...code.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from '(\.[^']+)'/gm)].map(
    (match) => ({
      isType: match[1] !== undefined,
      path: join(dirname(path), match[2]!).replaceAll('\\', '/'),
    }),
  )
  return { path, text, code, imports }
}
