import { useState } from 'react'
import type { Carrier } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import styles from './carrier.module.css'
import { CarrierDialog } from './carrier-dialog.tsx'
import { useCarrier } from './use-carrier.ts'

const looks = { connecting: 'plain', connected: 'success', disconnected: 'danger' } as const

/** Which carrier transports the texts of the company. Only the owner may see and change it. */
export function CarrierPanel({ numbers }: { numbers: readonly string[] }) {
  const { client } = usePortal()
  const { data: carrier, refetch } = useCarrier()
  const [open, setOpen] = useState<'edit' | 'remove'>()
  if (carrier === undefined) return null
  return (
    <section className={styles.panel} aria-label={p.carrier.title}>
      <h2>{p.carrier.title}</h2>
      {carrier === null ? <p>{p.carrier.usual}</p> : <CarrierFacts carrier={carrier} />}
      <div className={styles.actions}>
        <Button onClick={() => setOpen('edit')}>{carrier ? p.carrier.edit : p.carrier.add}</Button>
        {carrier && <Button onClick={() => setOpen('remove')}>{p.carrier.remove}</Button>}
      </div>
      {open === 'edit' && (
        <CarrierDialog
          carrier={carrier}
          numbers={numbers}
          onClose={() => setOpen(undefined)}
          onSaved={() => void refetch()}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={p.carrier.removeTitle}
          confirm={p.carrier.remove}
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            await client.call('DELETE /texting/carrier', {})
            await refetch()
          }}
        >
          {p.carrier.removeHint}
        </ConfirmDialog>
      )}
    </section>
  )
}

function CarrierFacts({ carrier }: { carrier: Carrier }) {
  const { host, port, system_id: account, state, problem, numbers } = carrier
  return (
    <>
      <p className={styles.facts}>
        <Badge look={looks[state as keyof typeof looks]}>
          {p.carrier.states[state as keyof typeof looks]}
        </Badge>
        <span>{p.carrier.account(account, `${host}:${port}`)}</span>
        <span>{numbers === null ? p.carrier.allNumbers : p.carrier.someNumbers(numbers.length)}</span>
      </p>
      {problem !== null && <Notice look="danger">{p.carrier.broken(problem)}</Notice>}
    </>
  )
}
