/** The line at the top of every page of a fax. */
export interface FaxHeader {
  /** on the left */
  readonly time: string
  /** in the middle */
  readonly sender: string
}

/** In points. The page is made that much smaller, so that the line covers nothing. */
const HEIGHT = 15
const MARGIN = 24
/** Of the 2292 lines at 196 dpi. */
const PAGE_HEIGHT = (2292 / 196) * 72

/** A PostScript program that draws the line on each of the following pages. Texts are hexadecimal: they may be anything. */
export const faxHeaderProgram = ({ time, sender }: FaxHeader, pages: number) => `
/Header /Helvetica findfont dup length dict begin
  { 1 index /FID ne { def } { pop pop } ifelse } forall
  /Encoding ISOLatin1Encoding def currentdict
end definefont pop
<<
/BeginPage { pop 1 ${(1 - HEIGHT / PAGE_HEIGHT).toFixed(4)} scale }
/EndPage {
  2 eq { pop false } {
    gsave initgraphics
    /Header 9 selectfont
    clippath pathbbox /top exch def /right exch def pop pop newpath
    1 setgray 0 top ${HEIGHT} sub right ${HEIGHT} rectfill 0 setgray
    /base top 11 sub def
    ${MARGIN} base moveto ${hex(time)} show
    ${hex(sender)} dup stringwidth pop right exch sub 2 div base moveto show
    1 add 10 string cvs /page exch def
    /width (Page  of ${pages}) stringwidth pop page stringwidth pop add def
    right width sub ${MARGIN} sub base moveto (Page ) show page show ( of ${pages}) show
    grestore true
  } ifelse
}
>> setpagedevice
`

const hex = (text: string) =>
  `<${Buffer.from(text.replace(/[^ -~\u00a0-\u00ff]/gu, '?'), 'latin1').toString('hex')}>`
