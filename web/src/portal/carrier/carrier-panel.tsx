import { ApiError } from '@switchboard/client'
import type { Carrier } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TelephonyBody, TelephonyClient } from '../../api/telephony-api.ts'
import type { ResourceForm } from '../../resource/resource.ts'
import { ResourceDialog } from '../../resource/resource-dialog.tsx'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './carrier-panel.module.css'

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
        <ResourceDialog
          form={carrierForm(client, numbers)}
          item={carrier ?? undefined}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined)
            void refetch()
          }}
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

/** The company's own carrier. Null: it uses that of the server. */
function useCarrier() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.carrier,
    queryFn: async ({ signal }) => {
      try {
        return await client.call('GET /texting/carrier', {}, undefined, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}

type CarrierInput = Required<
  Pick<TelephonyBody<'PUT /texting/carrier'>, 'host' | 'port' | 'system_id' | 'tls'>
> & {
  numbers: string[]
  password?: string
}

/** The password stays unless a new one is given. */
const carrierForm = (
  client: TelephonyClient,
  numbers: readonly string[],
): ResourceForm<Carrier, CarrierInput> => ({
  title: () => p.carrier.title,
  intro: () => <p>{p.carrier.hint}</p>,
  submit: t.ui.save,
  saved: null,
  fields: (_, carrier) => [
    { at: '/host', label: p.carrier.host, required: true, spellCheck: false, trim: true },
    { kind: 'number', at: '/port', label: p.carrier.port },
    { at: '/system_id', label: p.carrier.systemId, required: true, spellCheck: false, trim: true },
    {
      at: '/password',
      label: p.carrier.password,
      hint: carrier ? p.carrier.passwordStays : p.carrier.passwordHint,
      type: 'password',
      autoComplete: 'new-password',
    },
    { kind: 'check', at: '/tls', label: p.carrier.tls },
    {
      kind: 'several',
      at: '/numbers',
      label: p.texting.numbers,
      options: numbers.map((value) => ({ value, text: p.carrier.forNumber(showNumber(value)) })),
    },
  ],
  create: {
    fresh: { host: '', port: 2775, system_id: '', tls: false, numbers: [...numbers] },
    save: (carrier) => saveCarrier(client, carrier, numbers),
  },
  change: {
    storedOf: ({ host, port, system_id, tls, numbers: chosen }) => ({
      host,
      port,
      system_id,
      tls,
      numbers: chosen ?? [...numbers],
    }),
    save: (_, __, carrier) => saveCarrier(client, carrier, numbers),
  },
})

function saveCarrier(client: TelephonyClient, carrier: CarrierInput, all: readonly string[]) {
  const { password, numbers, ...rest } = carrier
  const isAll = all.every((number) => numbers.includes(number))
  const body = { ...rest, numbers: isAll ? null : numbers, ...(password && { password }) }
  return client.call('PUT /texting/carrier', {}, body)
}
