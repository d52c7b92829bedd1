"""The smallest workbooks that spreadsheets open, made without one."""

import io
import zipfile
from collections.abc import Sequence
from html import escape

Rows = Sequence[Sequence[str | int]]


def packed(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def xlsx(rows: Rows) -> bytes:
    return packed(XLSX_PARTS | {"xl/worksheets/sheet1.xml": xlsx_sheet(rows)})


def xlsx_sheet(rows: Rows) -> str:
    lines = "".join(
        f'<row r="{number}">{"".join(_cell(number, place, cell) for place, cell in enumerate(row))}</row>'
        for number, row in enumerate(rows, start=1)
    )
    return f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def _cell(number: int, place: int, cell: str | int) -> str:
    where = f'r="{chr(65 + place)}{number}"'
    if isinstance(cell, int):
        return f"<c {where}><v>{cell}</v></c>"
    return f'<c {where} t="inlineStr"><is><t>{escape(cell)}</t></is></c>'


def ods(rows: Rows) -> bytes:
    lines = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{escape(str(cell))}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"/>',
            "content.xml": f"<office:document-content {ODS_NAMES}><office:body><office:spreadsheet>"
            f'<table:table table:name="One">{lines}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
ODS_NAMES = " ".join(f'xmlns:{name}="{OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
XLSX_PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r1" Type="{OFFICE}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
    '<sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r1" '
    f'Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def xlsx_of_extremes() -> str:
    """Two cells as far apart as a sheet allows: 17 milliard cells for a reader that fills the space between."""
    far = '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    return f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row>{far}</sheetData></worksheet>'
