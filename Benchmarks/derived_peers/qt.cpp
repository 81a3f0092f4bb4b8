/*
 * Qt 6: a QSortFilterProxyModel over a table of 1,000,000 numbers. One number changes, and the model says so with
 * dataChanged. Prints microseconds for each change, and milliseconds for the rest.
 */
#include <QAbstractListModel>
#include <QCoreApplication>
#include <QSortFilterProxyModel>
#include <vector>
#include "peer.h"

class Numbers : public QAbstractListModel
{
  public:
    Numbers() : numbers(ITEMS)
    {
        for (auto &number : numbers) {
            number = any_number();
        }
    }

    int rowCount(const QModelIndex &) const override
    {
        return ITEMS;
    }

    QVariant data(const QModelIndex &index, int) const override
    {
        return QVariant::fromValue<quint64>(numbers[std::size_t(index.row())]);
    }

    void change(int row)
    {
        numbers[std::size_t(row)] = any_number();
        emit dataChanged(index(row), index(row));
    }

    quint64 number(const QModelIndex &index) const
    {
        return numbers[std::size_t(index.row())];
    }

  private:
    std::vector<uint64_t> numbers;
};

class Even : public QSortFilterProxyModel
{
  public:
    explicit Even(Numbers &numbers) : numbers(numbers)
    {
    }

  protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        return numbers.number(numbers.index(row, 0, parent)) % 2 == 0;
    }

    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        return numbers.number(left) >> 8 < numbers.number(right) >> 8;
    }

  private:
    Numbers &numbers;
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    Numbers numbers;

    double start = seconds();
    Even shown(numbers);
    shown.setSourceModel(&numbers);
    shown.sort(0);
    report("making the list", 1e3 * (seconds() - start), "ms");

    start = seconds();
    for (int change = 0; change < CHANGES; change += 1) {
        numbers.change(change * (ITEMS / CHANGES));
    }
    report("one number changes", 1e6 * (seconds() - start) / CHANGES, "us");
    for (int row = 1; row < shown.rowCount(); row += 1) {
        quint64 before = shown.index(row - 1, 0).data().toULongLong(), after = shown.index(row, 0).data().toULongLong();
        if (before >> 8 > after >> 8) {
            return 1;
        }
    }
    return shown.rowCount() < ITEMS / 3;
}
