import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../harness/build-switchboard.ts'
import { listFiles, readSource } from '../harness/source-files.ts'

const folder = join(root, 'packages/client')

test('the generated types are those of the documents', async () => {
  const { generated } = await import(join(folder, 'generate.js'))
  for (const [name, write] of Object.entries<() => string>(generated)) {
    const committed = readFileSync(join(folder, 'src/generated', name), 'utf8')
    expect(committed === write(), `${name} is old: run \`npm run openapi\``).toBe(true)
  }
})

test('the client depends on nothing but itself', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect({ dependencies, peerDependencies }).toEqual({})
  for (const { path, code } of listFiles('packages/client/src').map(readSource)) {
    const imported = [...code.matchAll(/ from '([^']+)'/g)].map((match) => match[1]!)
    expect(
      imported.filter((name) => !/^\.\/(generated\/)?[a-z-]+\.ts$/.test(name)),
      path,
    ).toEqual([])
  }
})
