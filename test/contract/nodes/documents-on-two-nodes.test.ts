import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import { makePdf, missingDocumentPrograms } from '../../harness/documents.ts'
import { eventually, postFax, untilStatus } from '../../harness/fax-world.ts'
import { type Neighbour, openSecondNode } from '../../harness/open-second-node.ts'
import { TelephonyClient } from '../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'
import { uploadFile } from '../../harness/upload-file.ts'

const settings = { SECRET_KEY: '6'.repeat(64), PUBLIC_URL: 'http://phones.example.com' }

describe.skipIf(missingDocumentPrograms)(`documents on two nodes${missingDocumentPrograms}`, () => {
  let world: TelephonyWorld
  let neighbour: Neighbour
  let there: TelephonyClient
  beforeAll(async () => {
    world = await startTelephonyWorld('PostgreSQL', settings)
    neighbour = await openSecondNode(world.config.databaseUrl!, world.clock, settings)
    const headers = { authorization: `Bearer ${ACME_KEY}`, 'x-user-id': 'primary' }
    there = new TelephonyClient(neighbour.app, headers)
  })
  afterAll(async () => {
    await neighbour.stop()
    await world.stop()
  })

  it('a file is downloaded from the other one, which also shows its pages', async () => {
    const pdf = makePdf(2)
    const file = await uploadFile(world.ada, pdf)
    const download = await there.get(`/files/${file.id}/download`)
    expect([download.status, download.bytes.equals(pdf)]).toEqual([200, true])
    const page = await there.post(`/conversion/files/${file.id}/representation?page=2`)
    expect([page.status, page.body.mimetype]).toEqual([200, 'image/png'])
    expect((await world.ada.delete(`/files/${file.id}`)).status).toBe(200)
    expect((await there.get(`/files/${file.id}/download`)).status).toBe(404)
  })

  it('a fax that one took is sent by the other, and its pages are there for both', async () => {
    const sent = await postFax(there, makePdf())
    expect(sent.status).toBe(202)
    // The neighbour does no regular work: this is the first node's.
    await untilStatus(world.ada, sent.body.id, 'delivered')
    const pages = (client: TelephonyClient) =>
      eventually('the pages are there', async () => {
        const answer = await client.get(`/fax/messages/${sent.body.id}/file`, { format: 'tiff' })
        return answer.status === 200 && answer.bytes
      })
    expect((await pages(there)).equals(await pages(world.ada))).toBe(true)
  })
})
