import { startSwitchboard } from './child-server.ts'
import { addPeople, addStreamWith } from './fill.ts'
import { load } from './load.ts'
import { makePlace } from './place.ts'
import { reportRow } from './report.ts'

/** Does sending cost more when more people read? */
export async function benchSubscribers(many = 10_000): Promise<void> {
  const place = await makePlace(async (chat, demo) => {
    const people = await addPeople(chat, demo, many)
    await addStreamWith(chat, demo, 'few', people.slice(0, 9))
    await addStreamWith(chat, demo, 'many', people.slice(0, many - 1))
  })
  const ours = await startSwitchboard(place.dataDir)
  const sendTo = (stream: string, seconds: number) =>
    load({
      url: `${ours.url}/api/v1/messages`,
      method: 'POST',
      headers: {
        authorization: place.authorization.ben!,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `type=stream&to=${stream}&topic=benchmark&content=Hello+to+all+of+you`,
      seconds,
    })
  await sendTo('few', 2)
  const rounds: { few: number; many: number }[] = []
  for (let round = 0; round < 3; round += 1) {
    rounds.push({ few: (await sendTo('few', 4)).perSecond, many: (await sendTo('many', 4)).perSecond })
  }
  await ours.stop()
  place.remove()
  rounds.sort((one, other) => one.few / one.many - other.few / other.many)
  const median = rounds[1]!
  const factor = median.few / median.many
  reportRow({
    question: `send time into a stream of ${many.toLocaleString('en')} subscribers, relative to one of 10`,
    ours: `${Math.round(median.many)}/s into the large, ${Math.round(median.few)}/s into the small stream`,
    bare: 'not compared',
    ratio: factor,
    target: '<= 1.2',
    met: factor <= 1.2,
  })
}
