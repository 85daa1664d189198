import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

export interface FoundExpression {
  path: string
  pattern: string
  flags: string
}

/** Where an expression is put together from parts. */
export interface BuiltExpression {
  path: string
  /** rather than once, when the module is loaded */
  inFunction: boolean
}

interface Node {
  type: string
  [name: string]: unknown
}

export const root = resolve(import.meta.dirname, '../..')

/** All that are written out in our own code, also as the `pattern` of a schema, and where others are built. */
export function findRegularExpressions(): { written: FoundExpression[]; built: BuiltExpression[] } {
  const written: FoundExpression[] = []
  const built: BuiltExpression[] = []
  for (const path of ['src', 'web/src', 'packages/client/src'].flatMap(listSources)) {
    const text = readFileSync(join(root, path), 'utf8')
    const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
    visit(program as unknown as Node, false, (node, inFunction) => {
      const literal = node.regex as { pattern: string; flags: string } | undefined
      if (node.type === 'Literal' && literal) written.push({ path, ...literal })
      const pattern = patternOf(node)
      if (pattern !== undefined) written.push({ path, pattern, flags: '' })
      if (isConstruction(node)) built.push({ path, inFunction })
    })
  }
  return { written, built }
}

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listSources(path)
    return /\.tsx?$/.test(path) && !/\.(test|d)\.ts$/.test(path) ? [path] : []
  })
}

function visit(node: unknown, inFunction: boolean, see: (node: Node, inFunction: boolean) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, inFunction, see)
  if (typeof node !== 'object' || node === null || !('type' in node)) return
  see(node as Node, inFunction)
  const inside = inFunction || /Function/.test(String(node.type))
  for (const value of Object.values(node)) visit(value, inside, see)
}

/** `Type.String({ pattern: '...' })` */
function patternOf(node: Node): string | undefined {
  const callee = node.callee as { object?: { name?: string }; property?: { name?: string } } | undefined
  if (node.type !== 'CallExpression' || callee?.object?.name !== 'Type') return undefined
  if (callee.property?.name !== 'String') return undefined
  const [options] = node.arguments as { properties?: { key?: { name?: string }; value?: Node }[] }[]
  const value = options?.properties?.find(({ key }) => key?.name === 'pattern')?.value
  if (!value) return undefined
  if (typeof value.value !== 'string') throw new Error('The pattern of a schema must be written out')
  return value.value
}

const isConstruction = ({ type, callee }: Node) =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  (callee as { name?: string } | undefined)?.name === 'RegExp'
