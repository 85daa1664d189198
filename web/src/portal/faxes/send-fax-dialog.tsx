import { newRetryKey } from '@switchboard/client'
import type { FaxMessage } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { FileText, Upload } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf, type TelephonyClient } from '../../api/telephony-api.ts'
import { fetchWithProgress } from '../../api/upload.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { DialField } from '../numbers/dial-field.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import styles from './faxes.module.css'

const recipients = { people: ['fax'], hasContacts: true } as const

const empty = { to: '', toName: '', from: '', subject: '' }

/** Recipient and document. Once the server has accepted the fax, it opens and shows its progress. */
export function SendFaxDialog({ onClose }: { onClose: () => void }) {
  const { client } = usePortal()
  const numbers = useQuery({
    queryKey: portalKeys.faxNumbers,
    queryFn: ({ signal }) => client.call('GET /fax/numbers', {}, undefined, { signal }),
  })
  const [values, setValues] = useState(empty)
  const [file, setFile] = useState<File>()
  const [retryKey, setRetryKey] = useState(newRetryKey)
  const [progress, setProgress] = useState(0)
  const [fileMissing, setFileMissing] = useState(false)
  const submit = useSubmit()
  const form = useId()
  const faults = faultsOf(submit.error)
  const faultOf = (...pointers: string[]) => faults.find(({ pointer }) => pointers.includes(pointer))?.detail

  function change(next: Partial<typeof values>) {
    setValues({ ...values, ...next })
    setRetryKey(newRetryKey())
  }
  function choose(chosen: File) {
    setFile(chosen)
    setFileMissing(false)
    setRetryKey(newRetryKey())
  }
  const field = (name: keyof typeof values, ...pointers: string[]) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: faultOf(...pointers),
  })
  async function send(event: FormEvent) {
    event.preventDefault()
    setFileMissing(!file)
    if (!file) return
    setProgress(0)
    await submit.run(async () => {
      const fax = await sendFax(client, { ...values, file }, retryKey, setProgress)
      onClose()
      openPortalPath('faxes', fax.id)
    })
  }
  const shown = faults.filter(({ pointer }) =>
    ['/to', '/from', '/to_name', '/subject', 'upfile'].includes(pointer),
  )
  return (
    <Dialog
      title={p.faxes.send}
      onClose={onClose}
      actions={
        <FormActions
          form={form}
          submit={submit.error === undefined ? p.faxes.sendNow : p.faxes.sendAgain}
          busy={submit.busy}
          onCancel={onClose}
        />
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void send(event)}>
        {numbers.data?.length === 0 && <Notice look="warning">{p.faxes.noNumbers}</Notice>}
        <DialField
          label={p.faxes.recipientNumber}
          required
          maxLength={40}
          hint={p.faxes.recipientNumberHint}
          error={faultOf('/to')}
          value={values.to}
          sources={recipients}
          onChange={(to) => change({ to })}
          onChoose={({ number, name }) => change({ to: number, toName: name })}
        />
        <TextField label={p.faxes.recipientName} maxLength={200} {...field('toName', '/to_name')} />
        <TextField
          label={p.faxes.subject}
          hint={p.faxes.subjectHint}
          maxLength={500}
          {...field('subject', '/subject')}
        />
        {numbers.data && numbers.data.length > 1 && (
          <SelectField label={p.faxes.sender} {...field('from', '/from')}>
            {numbers.data.map(({ number, is_default: isDefault }) => (
              <option key={number} value={isDefault ? '' : number}>
                {isDefault ? p.faxes.defaultNumber(showNumber(number)) : showNumber(number)}
              </option>
            ))}
          </SelectField>
        )}
        <FileDrop
          file={file}
          onChoose={choose}
          disabled={submit.busy}
          error={fileMissing ? p.faxes.fileMissing : faultOf('upfile')}
        />
        {submit.busy && <ProgressBar label={p.faxes.uploading} value={progress} />}
        {submit.busy && progress === 1 && <p role="status">{p.faxes.preparing}</p>}
        {submit.error !== undefined && shown.length === 0 && (
          <Notice look="danger">{messageOf(submit.error)}</Notice>
        )}
      </form>
    </Dialog>
  )
}

interface NewFax {
  to: string
  toName: string
  from: string
  subject: string
  file: File
}

/** With the document in one form. Sent once for each key. */
function sendFax(
  client: TelephonyClient,
  { to, toName, from, subject, file }: NewFax,
  retryKey: string,
  onProgress: (part: number) => void,
): Promise<FaxMessage> {
  const form = new FormData()
  form.set('to', to.trim())
  const optional = { to_name: toName.trim(), from, subject: subject.trim() }
  for (const [name, value] of Object.entries(optional)) if (value) form.set(name, value)
  form.set('upfile', file, file.name)
  const options = { idempotencyKey: retryKey, fetch: fetchWithProgress(onProgress) }
  return client.call('POST /fax/messages', {}, form, options)
}

interface FileDropProps {
  file: File | undefined
  onChoose: (file: File) => void
  error: string | undefined
  disabled: boolean
}

/** Takes a document by dropping or choosing. */
function FileDrop({ file, onChoose, error, disabled }: FileDropProps) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  function take(files: FileList | null) {
    const [first] = files ?? []
    if (first && !disabled) onChoose(first)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as this needs
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      className={classNames(styles.drop, over && styles.over, error && styles.wrong)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <strong id={`${id}-label`}>{p.faxes.file}</strong>
      {file ? (
        <p className={styles.file}>
          <FileText aria-hidden="true" />
          {file.name} · {formatSize(file.size)}
        </p>
      ) : (
        <p className={styles.hint}>{p.faxes.dropHint}</p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf,.tif,.tiff,application/pdf,image/tiff"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <Button size="small" icon={<Upload />} disabled={disabled} onClick={() => input.current?.click()}>
        {file ? p.faxes.otherFile : p.faxes.chooseFile}
      </Button>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
