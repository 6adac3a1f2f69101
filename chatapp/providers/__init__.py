"""Language models behind one protocol; each adapter is imported only when it is used."""
