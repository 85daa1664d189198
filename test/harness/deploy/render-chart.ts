import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { readYaml, type Tree } from './read-compose.ts'

/** The chart refuses the values. */
export class ChartRefused extends Error {}

interface Scope {
  dot: unknown
  root: Tree
  /** innermost first */
  variables: Map<string, unknown>[]
}

type Expression = (scope: Scope) => unknown
type Node = (scope: Scope) => string

const isTrue = (value: unknown) =>
  !(
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  )

/** As Go prints it. A missing value is a mistake in the template. */
function print(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`the template prints ${JSON.stringify(value)}`)
}

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no text`)
  return value
}

const indent = (spaces: unknown, lines: unknown) => text(lines).replaceAll(/^/gm, ' '.repeat(Number(spaces)))

/** The functions of Go's templates, Sprig and Helm that the chart uses; each takes what a pipe sends last. */
const functions: Record<string, (...values: unknown[]) => unknown> = {
  quote: (value) => JSON.stringify(print(value)),
  print: (...values) => values.map(text).join(''),
  printf: (format, ...values) =>
    text(format).replaceAll(/%(.)/g, (_, verb) => {
      if (verb !== 's') throw new Error(`printf does not know %${verb}`)
      return text(values.shift())
    }),
  trunc: (length, value) => text(value).slice(0, Number(length)),
  trimSuffix: (suffix, value) =>
    text(value).endsWith(text(suffix)) ? text(value).slice(0, -text(suffix).length) : value,
  nindent: (spaces, value) => `\n${indent(spaces, value)}`,
  toYaml: (value) => toYaml(value),
  sha256sum: (value) => createHash('sha256').update(text(value)).digest('hex'),
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  required(message, value) {
    if (value === undefined || value === null || value === '') throw new ChartRefused(text(message))
    return value
  },
  fail(message) {
    throw new ChartRefused(text(message))
  },
  not: (value) => !isTrue(value),
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  gt: (one, other) => Number(one) > Number(other),
  int: (value) => Math.trunc(Number(value)),
  add: (...values) => values.reduce((sum: number, value) => sum + Number(value), 0),
  list: (...values) => values,
  urlParse(value) {
    const { protocol, host, hostname, pathname } = new URL(text(value))
    return { scheme: protocol.slice(0, -1), host, hostname, path: pathname }
  },
}

/** As Helm does: lists are not indented below their name. */
function toYaml(value: unknown): string {
  if (Array.isArray(value))
    return value.map((item) => `- ${toYaml(item).replaceAll('\n', '\n  ')}`).join('\n')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const lines = Object.entries(value).map(([name, item]) => {
    const isBlock = typeof item === 'object' && isTrue(item)
    return isBlock
      ? `${name}:\n${Array.isArray(item) ? toYaml(item) : indent(2, toYaml(item))}`
      : `${name}: ${toYaml(item)}`
  })
  return lines.length === 0 ? '{}' : lines.join('\n')
}

/** Reads the part of Go's templates that the chart uses, and refuses everything else. */
class Templates {
  readonly defined = new Map<string, Node>()

  define(name: string, source: string): void {
    const tokens = [...split(source)]
    const { node } = this.#block(tokens, ['end of file'])
    this.defined.set(name, node)
  }

  render(name: string, root: Tree, dot: unknown = root): string {
    const node = this.defined.get(name)
    if (!node) throw new Error(`there is no template ${name}`)
    return node({ dot, root, variables: [new Map([['$', root]])] })
  }

  #block(tokens: Token[], ends: string[]): { node: Node; end: string } {
    const nodes: Node[] = []
    for (;;) {
      const token = tokens.shift() ?? { action: 'end of file' }
      if ('text' in token) {
        nodes.push(() => token.text)
        continue
      }
      const { action } = token
      if (ends.includes(action)) {
        return { node: (scope) => nodes.map((node) => node(scope)).join(''), end: action }
      }
      nodes.push(this.#action(action, tokens))
    }
  }

  #action(action: string, tokens: Token[]): Node {
    const [, word, rest] = /^(\S+) ?(.*)$/s.exec(action)!
    if (word === 'define') {
      this.defined.set(JSON.parse(rest!), this.#block(tokens, ['end']).node)
      return () => ''
    }
    if (word === 'if' || word === 'with') {
      const condition = this.#pipeline(rest!)
      const { node, end } = this.#block(tokens, ['end', 'else'])
      const otherwise = end === 'else' ? this.#block(tokens, ['end']).node : () => ''
      return (scope) => {
        const value = condition(scope)
        const inner = within(scope, word === 'with' && isTrue(value) ? value : scope.dot)
        return (isTrue(value) ? node : otherwise)(inner)
      }
    }
    if (word === 'range') return this.#range(rest!, tokens)
    if (['end', 'else', 'end of file', 'block', 'template', 'break', 'continue'].includes(word!)) {
      throw new Error(`unexpected ${action}`)
    }
    const [, variable, value] = /^(\$\w+) := (.*)$/s.exec(action) ?? []
    if (variable === undefined) {
      const shown = this.#pipeline(action)
      return (scope) => print(shown(scope))
    }
    const assigned = this.#pipeline(value!)
    return (scope) => {
      scope.variables[0]!.set(variable, assigned(scope))
      return ''
    }
  }

  #range(rest: string, tokens: Token[]): Node {
    const [, names = '', source] = /^(?:((?:\$\w+, )?\$\w+) := )?(.*)$/s.exec(rest)!
    const items = this.#pipeline(source!)
    const { node } = this.#block(tokens, ['end'])
    return (scope) => {
      const found = items(scope)
      const entries = Array.isArray(found)
        ? found.map((item, index) => [index, item] as const)
        : Object.entries(found as Tree).sort(([one], [other]) => (one < other ? -1 : 1))
      const [first, second] = names.split(', ')
      const shown = entries.map(([key, value]) => {
        const inner = within(scope, value)
        if (second) inner.variables[0]!.set(first!, key).set(second, value)
        else if (first) inner.variables[0]!.set(first, value)
        return node(inner)
      })
      return shown.join('')
    }
  }

  #pipeline(source: string): Expression {
    const words = [...source.matchAll(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g)].map(([word]) => word)
    const expression = this.#pipes(words)
    if (words.length > 0) throw new Error(`what is '${words.join(' ')}' in '${source}'?`)
    return expression
  }

  #pipes(words: string[]): Expression {
    let value = this.#call(words, undefined)
    while (words[0] === '|') {
      words.shift()
      value = this.#call(words, value)
    }
    return value
  }

  #call(words: string[], piped: Expression | undefined): Expression {
    const first = words[0] ?? ''
    if (!/^[a-z]\w*$/i.test(first) || first === 'true' || first === 'false') {
      if (piped) throw new Error(`'${first}' takes nothing`)
      return this.#operand(words)
    }
    const name = words.shift()!
    const given: Expression[] = []
    while (words.length > 0 && words[0] !== ')' && words[0] !== '|') given.push(this.#operand(words))
    if (piped) given.push(piped)
    if (name === 'include')
      return (scope) => this.render(text(given[0]!(scope)), scope.root, given[1]!(scope))
    const call = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!call) throw new Error(`there is no function ${name}`)
    return (scope) => call(...given.map((one) => one(scope)))
  }

  #operand(words: string[]): Expression {
    const word = words.shift()!
    if (word === '(') {
      const inner = this.#pipes(words)
      if (words.shift() !== ')') throw new Error('a parenthesis is open')
      return /^\.\w/.test(words[0] ?? '') ? path(words.shift()!, inner) : inner
    }
    if (word.startsWith('"') || /^(\d+|true|false)$/.test(word)) return () => JSON.parse(word)
    const [, variable, fields] = /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(word) ?? []
    if (fields === undefined) throw new Error(`what is '${word}'?`)
    return path(fields, variable === undefined ? ({ dot }) => dot : (scope) => variableOf(scope, variable))
  }
}

const within = (scope: Scope, dot: unknown): Scope => ({
  ...scope,
  dot,
  variables: [new Map(), ...scope.variables],
})

function variableOf({ variables }: Scope, name: string): unknown {
  const found = variables.find((one) => one.has(name))
  if (!found) throw new Error(`there is no variable ${name}`)
  return found.get(name)
}

/** The last field may be missing, as in Go. */
function path(fields: string, from: Expression): Expression {
  const names = fields.split('.').filter(Boolean)
  return (scope) =>
    names.reduce((value, name) => {
      if (typeof value !== 'object' || value === null) throw new Error(`nothing has the field ${fields}`)
      return (value as Tree)[name]
    }, from(scope))
}

type Token = { text: string } | { action: string }

function* split(source: string): Generator<Token> {
  let rest = source
  for (;;) {
    const start = rest.indexOf('{{')
    if (start === -1) break
    const [whole, trimsBefore, inner, trimsAfter] = /^\{\{(- )?(.*?)( -)?\}\}/s.exec(rest.slice(start)) ?? []
    if (whole === undefined) throw new Error('an action is open')
    const before = rest.slice(0, start)
    yield { text: trimsBefore ? before.trimEnd() : before }
    rest = rest.slice(start + whole.length)
    if (trimsAfter) rest = rest.trimStart()
    if (!/^\s*\/\*.*\*\/\s*$/s.test(inner!)) yield { action: inner!.trim() }
  }
  yield { text: rest }
}

const chart = join(import.meta.dirname, '../../../deploy/helm/switchboard')
const read = (name: string) => readFileSync(join(chart, name), 'utf8')

function merge(base: unknown, over: unknown): unknown {
  const isTree = (value: unknown): value is Tree =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isTree(base) || !isTree(over)) return over
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries(
    [...names].map((name) => [name, name in over ? merge(base[name], over[name]) : base[name]]),
  )
}

/** What `helm template` would print for these values, by template. Throws ChartRefused. */
export function renderChart(values: object): Map<string, string> {
  const merged = merge(readYaml(read('values.yaml')), values)
  const fits = new Ajv().compile(JSON.parse(read('values.schema.json')))
  if (!fits(merged)) throw new ChartRefused(`values: ${JSON.stringify(fits.errors)}`)
  const about = readYaml(read('Chart.yaml'))
  const root: Tree = {
    Values: merged,
    Chart: { Name: about.name, AppVersion: about.appVersion },
    Release: { Name: 'chat', Namespace: 'default', Service: 'Helm' },
    Template: { BasePath: 'switchboard/templates' },
  }
  const templates = new Templates()
  const names = readdirSync(join(chart, 'templates'))
  for (const name of names) templates.define(`switchboard/templates/${name}`, read(`templates/${name}`))
  return new Map(
    names
      .filter((name) => !name.startsWith('_'))
      .map((name) => [name, templates.render(`switchboard/templates/${name}`, root).trim()]),
  )
}
