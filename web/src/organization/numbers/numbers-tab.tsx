import { Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { useTiedNumbers } from '../../chat/texted/use-tied-numbers.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { TieNumberDialog } from './tie-number-dialog.tsx'

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
