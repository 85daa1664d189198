import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import styles from './pager.module.css'

/** Nothing when everything is on one page. */
export function Pager({
  page,
  pages,
  onTurn,
}: {
  page: number
  pages: number
  onTurn: (page: number) => void
}) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label={t.ui.pages}>
      <Button size="small" icon={<ChevronLeft />} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {t.ui.previousPage}
      </Button>
      <span>{t.ui.pageOf(page, pages)}</span>
      <Button size="small" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {t.ui.nextPage}
        <ChevronRight />
      </Button>
    </nav>
  )
}
