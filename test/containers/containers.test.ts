import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../harness/build-switchboard.ts'
import { type ContainerHost, openContainerHost } from '../harness/containers/container-host.ts'
import { provideImages } from '../harness/containers/provide-images.ts'
import { firstMessage } from '../harness/deploy/first-message.ts'
import { unpackRelease } from '../harness/deploy/unpack-release.ts'
import { freePort } from '../harness/free-port.ts'

const opened = openContainerHost()
afterAll(() => {
  if (typeof opened !== 'string') opened.remove()
})

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const chapter = page.slice(page.indexOf('\n## Containers\n'), page.indexOf('\n## The balancer\n'))
const [block] = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!)

it('the image is built and started with PostgreSQL and Redis as docs/operations.md says', async ({
  skip,
}) => {
  if (typeof opened === 'string') return skip(`containers: ${opened}`)
  const host: ContainerHost = opened
  const reason = await provideImages(host)
  if (reason !== undefined) return skip(`containers: ${reason}`)
  const folder = await unpackRelease(host.folder)
  const deploy = join(folder, 'deploy')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  appendFileSync(join(deploy, 'port'), `PORT=${port}\n`)
  const here = block!
    .replaceAll('127.0.0.1:9991', `127.0.0.1:${port}`)
    .replace('cd deploy\n', 'cd deploy\ncat port >> .env\n')
  const followed = await host.run(here, '', folder)
  expect([followed.status, followed.stderr]).toEqual([0, expect.any(String)])
  expect(followed.stdout).toMatch(/Created Ada Lovelace <ada@acme\.example>, administrator of Acme\./)

  const addBen = 'create-user ben@acme.example Ben --password-stdin'
  const added = await host.run(
    `podman-compose exec -T server node bin/switchboard.js ${addBen}`,
    'correct horse\n',
    deploy,
  )
  expect(added).toMatchObject({ status: 0 })
  expect(await firstMessage(url, 'ben@acme.example', 'correct horse')).toBe('Hello from a new place')
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok', redis: 'ok' })
  expect((await host.run('podman-compose exec -T server id -un', '', deploy)).stdout).toContain('switchboard')

  // The containers may go: everything is in the volume of PostgreSQL.
  const again = `podman-compose down && podman-compose up -d && until curl -fsS ${url}/health; do sleep 1; done`
  expect(await host.run(again, '', deploy)).toMatchObject({ status: 0 })
  expect(await firstMessage(url, 'ben@acme.example', 'correct horse')).toBe('Hello from a new place')
})
