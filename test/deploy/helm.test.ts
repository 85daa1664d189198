import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { root } from '../harness/build-switchboard.ts'
import { readYaml, type Tree } from '../harness/deploy/read-compose.ts'
import { ChartRefused, renderChart } from '../harness/deploy/render-chart.ts'

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

  it('runs the image as it is: its account, port and folder', () => {
    const pods = read('templates/statefulset.yaml')
    expect(image).toContain(`--uid ${/runAsUser: (\d+)/.exec(pods)![1]}`)
    expect(image).toContain(`PORT=${/containerPort: (\d+)/.exec(pods)![1]}`)
    expect(image).toContain(`DATA_DIR=${/mountPath: (\/var\S+)/.exec(pods)![1]}`)
  })
})

const SECRETS = { SECRET_KEY: 'ab'.repeat(32) }
const POSTGRES = {
  ...SECRETS,
  DATABASE_URL: 'postgres://user:pass@db/switchboard',
  REDIS_URL: 'redis://redis',
}
/** Every value is set. */
const LARGE = {
  replicas: 3,
  publicUrl: 'https://chat.example.org:8443',
  secrets: { ...POSTGRES, S3_ACCESS_KEY: 'access-key', S3_SECRET_KEY: 'secret-of-s3' },
  settings: { S3_BUCKET: 'files', LOG_LEVEL: 'debug' },
  ingress: { enabled: true, tlsSecret: 'chat-tls', annotations: { 'example.com/a': 'b: "c"' } },
  imagePullSecrets: [{ name: 'registry' }],
  podAnnotations: { 'example.com/pod': 'yes' },
  service: { annotations: { 'example.com/service': '1' } },
  resources: { requests: { cpu: '1', memory: '512Mi' } },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'chat', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { podAntiAffinity: { required: [{ topologyKey: 'zone', names: ['a', 'b'] }] } },
}

/** Objects of Kubernetes, as YAML has them. */
type Objects = ReturnType<typeof JSON.parse>

/** By kind. */
function objectsOf(values: object): Objects {
  const documents = [...renderChart(values)].filter(([name, text]) => name.endsWith('.yaml') && text !== '')
  const objects = documents.map(([, text]) => readYaml(text))
  expect(JSON.stringify(objects)).not.toContain(':null')
  for (const { apiVersion, kind } of objects)
    expect([apiVersion, kind]).toEqual([expect.any(String), expect.any(String)])
  return Object.fromEntries(objects.map((object) => [object.kind, object]))
}

describe.each([
  [
    'on SQLite',
    { secrets: SECRETS },
    ['ConfigMap', 'PodDisruptionBudget', 'Secret', 'Service', 'StatefulSet'],
  ],
  [
    'on PostgreSQL with everything',
    LARGE,
    ['ConfigMap', 'Ingress', 'PodDisruptionBudget', 'Secret', 'Service', 'StatefulSet'],
  ],
])('the rendered chart, %s', (_, given, kinds) => {
  const objects = objectsOf(given)
  const { StatefulSet, Service, ConfigMap, Secret, PodDisruptionBudget } = objects
  const { spec: pod, metadata } = StatefulSet.spec.template
  const [container] = pod.containers

  it('has these objects, whose names and selectors fit', () => {
    expect(Object.keys(objects).sort()).toEqual(kinds)
    for (const object of Object.values<Objects>(objects))
      expect(object.metadata.name).toBe('chat-switchboard')
    const selected = { 'app.kubernetes.io/name': 'switchboard', 'app.kubernetes.io/instance': 'chat' }
    expect(metadata.labels).toMatchObject(selected)
    expect(Service.spec.selector).toEqual(selected)
    for (const { selector } of [StatefulSet.spec, PodDisruptionBudget.spec]) {
      expect(selector).toEqual({ matchLabels: selected })
    }
    expect(StatefulSet.spec.serviceName).toBe(Service.metadata.name)
  })

  it('leads from the ingress and the service to the port on which the server is and is probed', () => {
    const { data } = ConfigMap
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(data.PORT) }])
    expect(Service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => container[name].httpGet)
    expect(probes).toEqual(
      ['/health/live', '/health', '/health/live'].map((path) => ({ path, port: 'http' })),
    )
    if (!objects.Ingress) return
    const hosts = ['chat.example.org', '*.chat.example.org']
    expect(objects.Ingress.spec.tls).toEqual([{ secretName: 'chat-tls', hosts }])
    expect(objects.Ingress.metadata.annotations['example.com/a']).toBe('b: "c"')
    expect(
      objects.Ingress.spec.rules.map((rule: Objects) => [rule.host, rule.http.paths[0].backend.service]),
    ).toEqual(hosts.map((host) => [host, { name: 'chat-switchboard', port: { name: 'http' } }]))
  })

  it('gives the server settings that it knows and reads, and no secret outside the Secret', () => {
    const environment = { ...ConfigMap.data, ...Secret.stringData }
    const known = namesRead(environment)
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
    const { secrets } = given
    expect(Secret.stringData).toEqual(secrets)
    const others = JSON.stringify({ ...objects, Secret: undefined })
    for (const value of Object.values(secrets)) expect(others).not.toContain(value)
    const config = readConfig({}, environment)
    expect(config.host).toBe('0.0.0.0')
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + 10)
    expect(container.envFrom).toEqual([
      { configMapRef: { name: ConfigMap.metadata.name } },
      { secretRef: { name: Secret.metadata.name } },
    ])
    for (const { name, valueFrom } of container.env) {
      expect(valueFrom.secretKeyRef).toEqual({ name: Secret.metadata.name, key: name })
      expect(Object.keys(secrets)).toContain(name)
    }
  })

  it('keeps a volume for SQLite only, and mounts what there is', () => {
    const isPostgres = 'DATABASE_URL' in given.secrets
    const claims = StatefulSet.spec.volumeClaimTemplates ?? []
    expect(claims.length).toBe(isPostgres ? 0 : 1)
    const volumes = [
      ...pod.volumes.map(({ name }: Objects) => name),
      ...claims.map((claim: Objects) => claim.metadata.name),
    ]
    const mounts = container.volumeMounts.map(({ name }: Objects) => name)
    expect(volumes.sort()).toEqual(mounts.sort())
    expect(container.volumeMounts[0].mountPath).toBe(ConfigMap.data.DATA_DIR)
  })

  it('passes on what it is given', () => {
    if (given !== LARGE) return
    const { resources, nodeSelector, tolerations, affinity, imagePullSecrets, replicas } = LARGE
    expect(pod).toMatchObject({ nodeSelector, tolerations, affinity, imagePullSecrets })
    expect([container.resources, StatefulSet.spec.replicas]).toEqual([resources, replicas])
    expect(metadata.annotations).toMatchObject(LARGE.podAnnotations)
    expect(Service.metadata.annotations).toEqual(LARGE.service.annotations)
  })
})

describe('the chart', () => {
  it.each([
    ['no key', {}, 'SECRET_KEY is missing'],
    ['several replicas on SQLite', { replicas: 2, secrets: SECRETS }, 'SQLite is for one replica'],
    [
      'several replicas whose secret may be for SQLite',
      { replicas: 2, existingSecret: 'mine' },
      'SQLite is for one',
    ],
    ['no Redis', { replicas: 2, secrets: { ...POSTGRES, REDIS_URL: '' } }, 'secrets.REDIS_URL'],
    ['no place for the data', { persistence: { enabled: false }, secrets: SECRETS }, 'secrets.DATABASE_URL'],
    [
      'a volume beside PostgreSQL',
      { persistence: { existingClaim: 'v' }, secrets: POSTGRES },
      'is for SQLite',
    ],
    ['a secret among the settings', { settings: POSTGRES, secrets: SECRETS }, 'propertyNames'],
    ['a value that there is not', { replica: 2, secrets: SECRETS }, 'additionalProperties'],
  ])('refuses %s', (_, given, complaint) => {
    expect(() => renderChart(given)).toThrow(ChartRefused)
    expect(() => renderChart(given)).toThrow(complaint)
  })

  it('uses a secret or a volume of yours, and no pod starts without what it needs', () => {
    const { Secret, StatefulSet } = objectsOf({
      ...{ replicas: 2, existingSecret: 'mine', persistence: { enabled: false } },
    })
    expect(Secret).toBeUndefined()
    const [container] = StatefulSet.spec.template.spec.containers
    expect(container.envFrom[1]).toEqual({ secretRef: { name: 'mine' } })
    expect(container.env.map(({ name, valueFrom }: Objects) => [name, valueFrom.secretKeyRef.name])).toEqual(
      ['SECRET_KEY', 'DATABASE_URL', 'REDIS_URL'].map((name) => [name, 'mine']),
    )
    const own = objectsOf({ secrets: SECRETS, persistence: { existingClaim: 'my-volume' } }).StatefulSet.spec
    expect(own.volumeClaimTemplates).toBeUndefined()
    expect(own.template.spec.volumes).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'my-volume' },
    })
  })

  it('says how to make the first owner', () => {
    expect(renderChart({ secrets: SECRETS }).get('NOTES.txt')).toContain(
      'kubectl exec -n default chat-switchboard-0 -- node bin/switchboard.js create-organization',
    )
  })
})
