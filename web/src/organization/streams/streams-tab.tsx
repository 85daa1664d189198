import { Hash } from 'lucide-react'
import { useMemo, useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { KnownStream } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { usePages } from '../people/use-pages.ts'
import { StreamRow } from './stream-row.tsx'

export function StreamsTab() {
  const streams = useChat((state) => state.streams)
  const [search, setSearch] = useState('')
  const [archived, setArchived] = useState<KnownStream>()
  const texts = t.organization.streams
  const found = useMemo(() => {
    const key = search.trim().toLowerCase()
    return [...streams.values()]
      .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(key))
      .sort((one, other) => one.name.localeCompare(other.name))
  }, [streams, search])
  const { shown, ...pager } = usePages(found, search)
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={<a href="#streams">{texts.toStreams}</a>}>
      <TextField
        label={texts.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <EmptyState icon={<Hash />} title={streams.size === 0 ? texts.none : t.organization.noMatch} />
      ) : (
        <Table label={texts.title} headings={[texts.name, texts.privacy, texts.members, texts.default, '']}>
          {shown.map((stream) => (
            <StreamRow key={stream.stream_id} stream={stream} onArchive={() => setArchived(stream)} />
          ))}
        </Table>
      )}
      <Pager {...pager} />
      {archived && (
        <ConfirmDialog
          title={texts.archiveTitle(archived.name)}
          confirm={texts.archive}
          onConfirm={() => callChat('DELETE /streams/{stream_id}', { stream_id: archived.stream_id })}
          onClose={() => setArchived(undefined)}
        >
          {texts.archiveHint}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}
