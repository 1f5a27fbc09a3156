"""Lists as files for spreadsheets: a list declares its columns once, and is CSV and XLSX by it."""
