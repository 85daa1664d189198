import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Pager } from '../../ui/pager.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './faxes.module.css'

/** One page of the document at a time, as a picture that the server makes. */
export function FaxPages({ fileId, pages }: { fileId: string; pages: number }) {
  const { client } = usePortal()
  const [page, setPage] = useState(1)
  const picture = useQuery({
    queryKey: portalKeys.faxPage(fileId, page),
    queryFn: ({ signal }) => {
      const wanted = { file_id: fileId, page }
      return client.call('POST /conversion/files/{file_id}/representation', wanted, undefined, { signal })
    },
  })
  return (
    <>
      <Pager page={page} pages={pages} onTurn={setPage} />
      <div className={styles.paper}>
        {picture.data && <img src={picture.data.base64} alt={p.faxes.pageAlt(page, pages)} />}
        {!picture.data && picture.isFetching && <LoadingState label={p.faxes.loadingPage} />}
        {!picture.data && picture.error !== null && (
          <ErrorState error={picture.error} onRetry={picture.refetch} />
        )}
      </div>
    </>
  )
}
