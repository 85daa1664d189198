import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build-switchboard.ts'

export interface ComposeService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
}

export type Tree = { [name: string]: unknown }

/** A compose file of deploy/: the part of YAML that they use. Variables get the given values, or their defaults. */
export function readCompose(name: string, variables: Readonly<Record<string, string>>): Compose {
  const text = readFileSync(join(root, 'deploy', name), 'utf8').replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (_, variable: string, otherwise?: string) => {
      const value = variables[variable] ?? otherwise
      if (value === undefined) throw new Error(`${name} needs the variable ${variable}`)
      return value
    },
  )
  return readYaml(text) as unknown as Compose
}

/** The part of YAML that the files of deploy/ use. What is not surely text, or stands there twice, is refused. */
export function readYaml(text: string): Tree {
  if (text.includes('\t')) throw new Error('a tab in YAML')
  const lines = text.split('\n').filter((line) => /^ *[^ #]/.test(line))
  return readBlock(lines.map((line) => [line.search(/\S/), line.trim()] as const)) as Tree
}

type Line = readonly [indent: number, text: string]

const ENTRY = /^([\w./-]+):(?: +(.*))?$/

function readBlock(lines: readonly Line[]): Tree | unknown[] {
  const [indent = 0, first = ''] = lines[0] ?? []
  if (lines.length === 1 && (first === '{}' || first === '[]')) return JSON.parse(first)
  const isList = first.startsWith('- ')
  // A list may stand as far left as its name.
  const starts = lines.flatMap(([depth, text], index) =>
    depth === indent && text.startsWith('- ') === isList ? [index] : [],
  )
  const parts = starts.map((start, nth) => lines.slice(start, starts[nth + 1]) as [Line, ...Line[]])
  if (starts[0] !== 0 || lines.some(([depth]) => depth < indent)) throw new Error(`wrong indent: ${first}`)
  if (isList) return parts.map(([[depth, text], ...inner]) => readItem([depth + 2, text.slice(2)], inner))
  const tree: Tree = {}
  for (const [[, text], ...inner] of parts) {
    const [, key, value] = ENTRY.exec(text) ?? []
    if (key === undefined || key in tree) throw new Error(`not read as YAML, or there twice: ${text}`)
    if (value !== undefined && inner.length > 0) throw new Error(`two values: ${text}`)
    tree[key] = value === undefined ? (inner.length === 0 ? null : readBlock(inner)) : readScalar(value)
  }
  return tree
}

function readItem(first: Line, inner: readonly Line[]): unknown {
  if (ENTRY.test(first[1])) return readBlock([first, ...inner])
  if (inner.length > 0) throw new Error(`two values: ${first[1]}`)
  return readScalar(first[1])
}

/** Strings in quotes, brackets, numbers and truth values are also JSON. */
function readScalar(text: string): unknown {
  if (/^\[\w+(, \w+)*\]$/.test(text)) return text.slice(1, -1).split(', ')
  if (/^(["[{]|-?\d+$|true$|false$)/.test(text)) return JSON.parse(text)
  if (/^[&*!|>'%@`?,\]}]|: | #|^(yes|no|on|off|null|~|-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)$/i.test(text)) {
    throw new Error(`no plain text in YAML: ${text}`)
  }
  return text
}
