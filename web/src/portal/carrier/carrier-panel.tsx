import { ApiError } from '@switchboard/client'
import type { Carrier } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './carrier.module.css'

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

interface CarrierDialogProps {
  /** Null: there is none yet. */
  carrier: Carrier | null
  /** Of the company. */
  numbers: readonly string[]
  onClose: () => void
  onSaved: () => void
}

function CarrierDialog({ carrier, numbers, onClose, onSaved }: CarrierDialogProps) {
  const { client } = usePortal()
  const [host, setHost] = useState(carrier?.host ?? '')
  const [port, setPort] = useState(String(carrier?.port ?? 2775))
  const [account, setAccount] = useState(carrier?.system_id ?? '')
  const [password, setPassword] = useState('')
  const [tls, setTls] = useState(carrier?.tls ?? false)
  const [chosen, setChosen] = useState<readonly string[]>(carrier?.numbers ?? numbers)
  const submit = useSubmit()
  const formId = useId()
  const faultAt = (pointer: string) =>
    faultsOf(submit.error).find((fault) => fault.pointer.startsWith(pointer))?.detail

  async function send(event: FormEvent) {
    event.preventDefault()
    const isAll = numbers.every((number) => chosen.includes(number))
    const body = {
      host: host.trim(),
      port: Number(port),
      system_id: account.trim(),
      ...(password !== '' && { password }),
      tls,
      numbers: isAll ? null : [...chosen],
    }
    const saved = await submit.run(() => client.call('PUT /texting/carrier', {}, body))
    if (!saved) return
    onSaved()
    onClose()
  }
  return (
    <Dialog
      title={p.carrier.title}
      onClose={onClose}
      actions={<FormActions form={formId} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <p>{p.carrier.hint}</p>
        <TextField
          label={p.carrier.host}
          error={faultAt('/host')}
          required
          spellCheck={false}
          value={host}
          onChange={(event) => setHost(event.target.value)}
        />
        <TextField
          label={p.carrier.port}
          error={faultAt('/port')}
          inputMode="numeric"
          value={port}
          onChange={(event) => setPort(event.target.value)}
        />
        <TextField
          label={p.carrier.systemId}
          error={faultAt('/system_id')}
          required
          autoComplete="off"
          spellCheck={false}
          value={account}
          onChange={(event) => setAccount(event.target.value)}
        />
        <TextField
          label={p.carrier.password}
          hint={carrier ? p.carrier.passwordStays : p.carrier.passwordHint}
          error={faultAt('/password')}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <CheckField label={p.carrier.tls} checked={tls} onChange={(event) => setTls(event.target.checked)} />
        {numbers.map((number) => (
          <CheckField
            key={number}
            label={p.carrier.forNumber(showNumber(number))}
            checked={chosen.includes(number)}
            onChange={(event) =>
              setChosen(
                event.target.checked ? [...chosen, number] : chosen.filter((other) => other !== number),
              )
            }
          />
        ))}
      </form>
    </Dialog>
  )
}
