import { useQuery } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { useTiedNumbers } from '../../chat/texted/use-tied-numbers.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { openStreams } from '../streams/open-streams.ts'
import styles from './tie-number-dialog.module.css'

interface Tied {
  stream_id: number
  number: string
}

/** Texting numbers whose conversations are topics of a stream. */
export function NumbersTab() {
  const { data: tied, error, refetch } = useTiedNumbers()
  const streams = useChat((state) => state.streams)
  const [tying, setTying] = useState(false)
  const [untied, setUntied] = useState<Tied>()
  const texts = t.organization.numbers
  const nameOf = ({ stream_id }: Tied) => streams.get(stream_id)?.name ?? texts.hiddenStream
  const add = (
    <Button look="primary" icon={<Plus />} onClick={() => setTying(true)}>
      {texts.tie}
    </Button>
  )
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={tied && tied.length > 0 && add}>
      {!tied && !error && <LoadingState />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {tied?.length === 0 && (
        <EmptyState icon={<Smartphone />} title={texts.none} action={add}>
          {texts.noneHint}
        </EmptyState>
      )}
      {tied && tied.length > 0 && (
        <Table label={texts.title} headings={[texts.number, texts.stream, '']}>
          {tied.map((one) => (
            <tr key={one.stream_id}>
              <td>{showNumber(one.number)}</td>
              <td>
                <a href={`#streams/${one.stream_id}`}>{nameOf(one)}</a>
              </td>
              <td>
                <Button
                  size="small"
                  aria-label={texts.untieNumber(showNumber(one.number))}
                  onClick={() => setUntied(one)}
                >
                  {texts.untie}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {tying && <TieNumberDialog tied={tied ?? []} onClose={() => setTying(false)} />}
      {untied && (
        <ConfirmDialog
          title={texts.untieTitle(showNumber(untied.number))}
          confirm={texts.untie}
          onConfirm={() => callChat('DELETE /workspace/numbers/{stream_id}', { stream_id: untied.stream_id })}
          onClose={() => setUntied(undefined)}
        >
          {texts.untieHint(nameOf(untied))}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}

interface TieNumberDialogProps {
  tied: readonly { stream_id: number }[]
  onClose: () => void
}

/** Chooses a number and its stream. */
function TieNumberDialog({ tied, onClose }: TieNumberDialogProps) {
  const free = useQuery({
    queryKey: chatKeys.freeNumbers,
    queryFn: async ({ signal }) => (await callChat('GET /workspace/free_numbers', {}, { signal })).numbers,
  })
  const streams = useChat(openStreams).filter((one) => !tied.some((tie) => tie.stream_id === one.stream_id))
  const [number, setNumber] = useState('')
  const [streamId, setStreamId] = useState('')
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.numbers
  const numbers = free.data ?? []
  const chosen = { number: number || numbers[0], streamId: Number(streamId) }
  async function tie(event: FormEvent) {
    event.preventDefault()
    const { number: given } = chosen
    if (given === undefined) return
    const done = await submit.run(() =>
      callChat('PUT /workspace/numbers/{stream_id}', { stream_id: chosen.streamId, number: given }),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={texts.tie}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          {numbers.length > 0 && (
            <Button type="submit" form={form} look="primary" busy={submit.busy} disabled={streamId === ''}>
              {texts.tieNow}
            </Button>
          )}
        </>
      }
    >
      {free.isPending && <LoadingState />}
      {free.error && <Notice look="danger">{messageOf(free.error)}</Notice>}
      {free.data?.length === 0 && <Notice>{texts.noFree}</Notice>}
      {numbers.length > 0 && (
        <form id={form} className={styles.form} onSubmit={(event) => void tie(event)}>
          <SelectField
            label={texts.number}
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          >
            {numbers.map((one, index) => (
              <option key={one} value={index === 0 ? '' : one}>
                {showNumber(one)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={texts.stream}
            hint={texts.streamHint}
            value={streamId}
            onChange={(event) => setStreamId(event.target.value)}
          >
            <option value="">{texts.chooseStream}</option>
            {streams.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {name}
              </option>
            ))}
          </SelectField>
          {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        </form>
      )}
    </Dialog>
  )
}
