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

/** The part of YAML that the files of deploy/ use. */
export function readYaml(text: string): Tree {
  const lines = text.split('\n').filter((line) => /^ *[^ #]/.test(line))
  return readBlock(lines.map((line) => [line.search(/\S/), line.trim()] as const)) as Tree
}

function readBlock(lines: readonly (readonly [indent: number, text: string])[]): Tree | string[] {
  const [indent = 0, first = ''] = lines[0] ?? []
  if (first.startsWith('- ')) return lines.map(([, text]) => readScalar(text.slice(2)) as string)
  const tree: Tree = {}
  const starts = lines.flatMap(([depth], index) => (depth === indent ? [index] : []))
  for (const [nth, start] of starts.entries()) {
    const inner = lines.slice(start + 1, starts[nth + 1])
    const [, key, value] = /^([\w-]+):(?: (.*))?$/.exec(lines[start]![1])!
    tree[key!] = value === undefined ? readBlock(inner) : readScalar(value)
  }
  return tree
}

/** Strings in quotes, brackets, numbers and truth values are also JSON. */
const readScalar = (text: string): unknown =>
  /^(["[{]|\d+$|true$|false$)/.test(text) ? JSON.parse(text) : text
