import { type FormEvent, useId, useState } from 'react'
import type { Carrier } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import styles from './carrier.module.css'

interface CarrierDialogProps {
  /** Null: there is none yet. */
  carrier: Carrier | null
  /** Of the company. */
  numbers: readonly string[]
  onClose: () => void
  onSaved: () => void
}

export function CarrierDialog({ carrier, numbers, onClose, onSaved }: CarrierDialogProps) {
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
