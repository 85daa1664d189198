import { useQuery } from '@tanstack/react-query'
import { Voicemail } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { VoicemailRow } from './voicemail-row.tsx'

const PER_PAGE = 25

/** Messages of callers: the company's for owners, their own for others. */
export function VoicemailPage() {
  const { client } = usePortal()
  const [page, setPage] = useState(1)
  const [newOnly, setNewOnly] = useState(false)
  const messages = useQuery({
    queryKey: portalKeys.voicemail.page(page, newOnly),
    queryFn: ({ signal }) => {
      const query = { page, page_size: PER_PAGE, ...(newOnly && { is_read: false }) }
      return client.page('GET /voicemail/messages', query, { signal })
    },
  })
  return (
    <SectionPage title={p.shell.sections.voicemail} intro={p.voicemail.intro}>
      <CheckField
        label={p.voicemail.newOnly}
        checked={newOnly}
        onChange={(event) => {
          setNewOnly(event.target.checked)
          setPage(1)
        }}
      />
      {messages.error !== null && <ErrorState error={messages.error} onRetry={messages.refetch} />}
      {messages.isFetching && !messages.data && <LoadingState />}
      {messages.data?.items.length === 0 && (
        <EmptyState icon={<Voicemail />} title={newOnly ? p.voicemail.noneNew : p.voicemail.none}>
          {newOnly ? p.voicemail.noneNewHint : p.voicemail.noneHint}
        </EmptyState>
      )}
      {messages.data && messages.data.items.length > 0 && (
        <>
          <Table
            label={p.shell.sections.voicemail}
            headings={[p.voicemail.from, p.voicemail.to, p.voicemail.time, p.voicemail.message, '']}
          >
            {messages.data.items.map((message) => (
              <VoicemailRow key={message.id} message={message} />
            ))}
          </Table>
          <Pager page={messages.data.page} pages={messages.data.pages} onTurn={setPage} />
        </>
      )}
    </SectionPage>
  )
}
