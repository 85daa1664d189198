import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { root } from '../harness/build-switchboard.ts'
import { readYaml, type Tree } from '../harness/deploy/read-compose.ts'

const chart = join(root, 'deploy/helm/switchboard')
const read = (name: string) => readFileSync(join(chart, name), 'utf8')
const templates = readdirSync(join(chart, 'templates')).map((name) => ({
  name,
  text: read(`templates/${name}`),
}))
const all = templates.map(({ text }) => text).join('\n')
const values = readYaml(read('values.yaml'))
const readme = read('README.md')
const image = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')

const actionsOf = (text: string) =>
  [...text.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/gs)]
    .map(([, action]) => action!)
    .filter((one) => !one.startsWith('/*'))

function namesRead(environment: Record<string, string>): Set<string> {
  const names = new Set<string>()
  const recorder = new Proxy(environment, {
    get(settings, name: string) {
      names.add(name)
      return settings[name]
    },
  })
  readConfig({}, recorder)
  return names
}

/** Paths of values, such as `image.tag`. */
const pathsOf = (tree: Tree, before = ''): string[] =>
  Object.entries(tree).flatMap(([name, value]) => {
    const isTree =
      typeof value === 'object' && !Array.isArray(value) && Object.keys(value as object).length > 0
    return isTree ? pathsOf(value as Tree, `${before}${name}.`) : [before + name]
  })

/** Helm is not there to render it: this is what can be said without it. */
describe('the Helm chart', () => {
  it('has values that fit its schema, which refuses others', () => {
    const fits = new Ajv().compile(JSON.parse(read('values.schema.json')))
    expect([fits(values), fits.errors]).toEqual([true, null])
    for (const wrong of [
      { replicas: 0 },
      { replicas: '2' },
      { publicUrl: 'chat.example.com' },
      { publicUrl: 'https://chat.example.com/chat' },
      { settings: { PORT: 80 } },
      { settings: { 'not a name': 'x' } },
      { persistence: { size: 'much' } },
      { unknown: 1 },
    ]) {
      expect([wrong, fits({ ...values, ...wrong })]).toEqual([wrong, false])
    }
  })

  it.each(templates)('$name has balanced actions', ({ text }) => {
    expect(text.match(/\{\{/g)?.length).toBe(text.match(/\}\}/g)?.length)
    let depth = 0
    for (const action of actionsOf(text)) {
      if (/^(if|with|range|define)\b/.test(action)) depth += 1
      if (action === 'end') depth -= 1
      expect(depth).toBeGreaterThanOrEqual(0)
      const quoteless = action.replaceAll(/"[^"]*"/g, '')
      expect([action, quoteless.split('(').length]).toEqual([action, quoteless.split(')').length])
    }
    expect(depth).toBe(0)
    expect(text).not.toMatch(/\t| $/m)
  })

  it('uses the values that there are, all of them, and includes what is defined', () => {
    const used = [...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!)
    const paths = pathsOf(values)
    const isKnown = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}.`))
    expect(used.filter((path) => !isKnown(path) && !path.startsWith('secrets.'))).toEqual([])
    expect(paths.filter((path) => !used.includes(path))).toEqual([])
    expect(paths.filter((path) => !readme.includes(`\`${path}\``))).toEqual([])
    const defined = [...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name)
    const included = [...all.matchAll(/include "([^"]+)"/g)].map(([, name]) => name)
    expect(included.filter((name) => !defined.includes(name))).toEqual([])
    expect(defined.filter((name) => !included.includes(name))).toEqual([])
  })

  it('sets and names only settings of the server', () => {
    const set = [...read('templates/configmap.yaml').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
      ([, name]) => name!,
    )
    expect(set).toEqual(expect.arrayContaining(['HOST', 'PORT', 'DATA_DIR', 'PUBLIC_URL', 'DRAIN_SECONDS']))
    const secrets = [...all.matchAll(/secrets\.([A-Z_]+)/g)].map(([, name]) => name!)
    const documented = [...readme.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, name]) => name!)
    const known = namesRead({ S3_BUCKET: 'bucket', S3_ACCESS_KEY: 'x', S3_SECRET_KEY: 'x' })
    expect([...set, ...secrets, ...documented].filter((name) => !known.has(name))).toEqual([])
  })

  it('runs the image as it is: its account, port and folder, and probes that exist', () => {
    const pods = read('templates/statefulset.yaml')
    expect(image).toContain(`--uid ${/runAsUser: (\d+)/.exec(pods)![1]}`)
    expect(image).toContain(`PORT=${/containerPort: (\d+)/.exec(pods)![1]}`)
    expect(image).toContain(`DATA_DIR=${/mountPath: (\/var\S+)/.exec(pods)![1]}`)
    expect(pods.match(/path: \/health.*/g)).toEqual([
      'path: /health/live',
      'path: /health',
      'path: /health/live',
    ])
  })
})
