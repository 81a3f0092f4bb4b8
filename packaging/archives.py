"""Archives that are the same bytes wherever they are made."""

import zipfile


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write_zip(path, files):
    """Writes a zip. `files` has the bytes of each file by name. Each file gets the earliest time that a zip can
    store."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if ".so" in name else 0o644) << 16
            archive.writestr(entry, data, compresslevel=9)
    print(f"made {path}")
