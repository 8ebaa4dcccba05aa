import type { Pdfium } from './pdfium.ts'

/** FPDF_FORMFILLINFO (fpdf_formfill.h): a version and callbacks, all of which may be left out by who only draws. */
const infoBytes = 256
const infoVersion = 2

/** Runs something with the form of an open page, if the document has one; 0 otherwise. Nothing the form wants to run is run. */
export function withForm<T>(pdfium: Pdfium, document: number, page: number, work: (form: number) => T): T {
  if (pdfium.call('FPDF_GetFormType', document) <= 0) return work(0)
  return pdfium.borrow(infoBytes, (info) => {
    pdfium.memory.fill(0, info, info + infoBytes)
    pdfium.view.setUint32(info, infoVersion, true)
    const form = pdfium.call('FPDFDOC_InitFormFillEnvironment', document, info)
    if (form === 0) return work(0)
    try {
      // Fields are shown as on paper, without the tint that invites to fill them in.
      pdfium.call('FPDF_SetFormFieldHighlightAlpha', form, 0)
      pdfium.call('FORM_OnAfterLoadPage', page, form)
      return work(form)
    } finally {
      pdfium.call('FORM_OnBeforeClosePage', page, form)
      pdfium.call('FPDFDOC_ExitFormFillEnvironment', form)
    }
  })
}
