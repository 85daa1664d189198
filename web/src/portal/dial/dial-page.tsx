import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { useCallObstacle, usePlaceCall } from '../../shell/place-call.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { type OtherParty, otherParty } from '../calls/other-party.ts'
import { DialField, useDialSources } from '../numbers/dial-field.tsx'
import { numberTyped } from '../numbers/find-numbers.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { useReach } from '../shell/use-reach.tsx'
import { findTextNumbers } from '../users/known-users.ts'
import styles from './dial-page.module.css'

/** Calls that are looked at for recent numbers, and how many numbers are shown. */
const CALLS = 100
const SHOWN = 12

/** A dial pad, and the numbers of the last calls. */
export function DialPage(_: { path: readonly string[] }) {
  return (
    <SectionPage title={p.shell.sections.dial} intro={p.dial.intro}>
      <div className={styles.columns}>
        <DialPad />
        <RecentNumbers />
      </div>
    </SectionPage>
  )
}

function DialPad() {
  const [typed, setTyped] = useState('')
  const number = numberTyped(typed)
  const sources = useDialSources()
  const placeCall = usePlaceCall()
  const obstacle = useCallObstacle()
  function dial(event: FormEvent) {
    event.preventDefault()
    if (number === '' || obstacle) return
    if (placeCall) placeCall(number)
    else location.assign(`tel:${number}`)
  }
  return (
    <Card>
      <form className={styles.pad} onSubmit={dial}>
        <DialField label={t.softphone.number} value={typed} sources={sources} onChange={setTyped} />
        <Keypad onPress={(key) => setTyped((before) => before + key)} />
        <Button
          look="primary"
          type="submit"
          icon={<Phone />}
          disabled={number === '' || obstacle !== undefined}
        >
          {t.softphone.call}
        </Button>
        {!placeCall && <p className={styles.hint}>{obstacle ? t.status[obstacle] : p.dial.noBrowserPhone}</p>}
      </form>
    </Card>
  )
}

type RecentNumber = OtherParty & { at: string; textNumber?: string | undefined }

function RecentNumbers() {
  const { client, user } = usePortal()
  const reach = useReach()
  const recent = useQuery({
    queryKey: portalKeys.calls.recent,
    queryFn: async ({ signal }): Promise<RecentNumber[]> => {
      const input = { user: user.id, page_size: CALLS }
      const calls = await client.call('GET /cdrs', input, undefined, { signal })
      const numbers = new Map<string, RecentNumber>()
      for (const call of calls) {
        const other = otherParty(call, user.id)
        if (other.number !== '' && !numbers.has(other.number))
          numbers.set(other.number, { ...other, at: call.started_at })
      }
      const shown = [...numbers.values()].slice(0, SHOWN)
      const textNumber = await findTextNumbers(client, shown, signal)
      return shown.map((other) => ({ ...other, textNumber: textNumber(other) }))
    },
  })
  const resource: Resource<RecentNumber> = {
    title: p.dial.recent,
    query: recent,
    idOf: ({ number }) => number,
    nameOf: ({ name }) => name,
    empty: { title: p.dial.noRecent },
    columns: [
      {
        heading: p.dial.who,
        cell: ({ name, number }) => (
          <>
            {name} {name !== showNumber(number) && <span className={styles.hint}>{showNumber(number)}</span>}
          </>
        ),
      },
      { heading: p.dial.lastCall, cell: ({ at }) => <DateTime at={at} /> },
    ],
    actions: (other) => [reach({ ...other, textNumber: other.textNumber })],
  }
  return <ResourceList resource={resource} frame={Card} />
}
