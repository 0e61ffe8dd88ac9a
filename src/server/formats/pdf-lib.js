/**
 * The package as its one-file bundle: loading its 360 modules takes a process 400 ms of CPU time, the bundle 150, and
 * each uploaded PDF is read by a process of its own. Everything imports it from here, because two copies would not
 * recognize each other's objects.
 */
export {
  AcroTextFlags,
  PDFArray,
  PDFButton,
  PDFCheckBox,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFOperator,
  PDFOperatorNames,
  PDFParser,
  PDFRadioGroup,
  PDFRawStream,
  PDFRef,
  PDFSignature,
  PDFStream,
  PDFString,
  PDFTextField,
  PDFWidgetAnnotation,
  concatTransformationMatrix,
  decodePDFRawStream,
  degrees,
  rgb,
} from '../../../node_modules/@cantoo/pdf-lib/dist/pdf-lib.esm.js'
